const VERSION = "@VERSION@", FILES = "@FILES@";
