"""``python -m x0_launcher``."""

from x0_launcher.cli import main

raise SystemExit(main())
