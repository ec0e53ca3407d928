"""The service for phones: pages rendered here, a JSON API, and streams that say what has changed."""
