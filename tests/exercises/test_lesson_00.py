WAYS = [("00.1", "gradient = 5 · d(x²)/dx", lambda: 5 * 2 * 3.0)]
TRUTHS = {"00.p1": 6}
COVERS = {"upstream-left-out"}
