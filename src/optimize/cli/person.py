"""Who calls a command: whoever may read and write the data folder is the operator."""

import os
import pwd

from optimize.domain.actor import Actor


def operator() -> Actor:
    """The user of this process by name, as it stands in the audit log."""
    uid = os.getuid()
    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:  # a container may run as a number that nobody has named
        name = f"user {uid}"
    return Actor(name=f"{name} (command line)")
