"""Whether a sampler that somebody else wrote answers as a design says: statistics with stated error probabilities.

from checks.audit import audit
audit(my_sampler, design, false_alarm=1e-6, distance=0.05).verdict
"""

from checks.audit.auditing import audit
from checks.audit.result import Audit, Verdict
from checks.audit.settings import AuditError, Settings

__all__ = ["Audit", "AuditError", "Settings", "Verdict", "audit"]
