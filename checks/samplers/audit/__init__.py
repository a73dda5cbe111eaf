"""Whether a sampler that somebody else wrote answers as a design says: statistics with stated error probabilities.

from checks.samplers.audit import audit
audit(my_sampler, design, false_alarm=1e-6, distance=0.05).verdict
"""

from checks.samplers.audit.auditing import audit, audit_log
from checks.samplers.audit.result import Audit, Verdict
from checks.samplers.audit.settings import AuditError, Settings

__all__ = ["Audit", "AuditError", "Settings", "Verdict", "audit", "audit_log"]
