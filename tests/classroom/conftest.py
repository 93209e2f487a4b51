import pytest

from tests.notebooks import kernels


@pytest.fixture(scope="package", autouse=True)
def copied_kernels():
    """Lessons that are run for their pages and slides have kernels that start in no time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels.provisioners(), "default_provisioner_name", kernels.PROVISIONER)
        yield
