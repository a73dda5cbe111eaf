import subprocess
import sys

import pytest

import mechanisms


def test_every_public_name_is_there() -> None:
    for name in mechanisms.__all__:
        assert getattr(mechanisms, name) is not None
        assert name in dir(mechanisms)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = mechanisms.nothing


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, mechanisms; print(sorted({'sympy', 'numpy', 'flint', 'cvxpy'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


def test_designs_do_not_load_numpy_by_themselves() -> None:
    code = "import sys, mechanisms.design; print('numpy' in sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "False"
