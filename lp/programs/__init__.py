"""Linear programs as such: stated sparsely, solved exactly, with the certificate that the kernel accepts."""
