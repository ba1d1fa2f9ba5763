import sys
from pathlib import Path

# importlib mode: helpers beside the tests are imported by name.
sys.path.insert(0, str(Path(__file__).parent))
