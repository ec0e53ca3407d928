"""Tables followed as they change, and the streams that say so."""
