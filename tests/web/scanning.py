"""What a phone's camera reads off a screen or a terminal."""

import base64

import pytest

GREY = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  let grey = "";
  for (let i = 0; i < data.length; i += 4)
    grey += String.fromCharCode((data[i] + data[i + 1] + data[i + 2]) / 3);
  return [btoa(grey), height, width];
}"""
"""Turns a picture into one byte a pixel."""

HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
"""Upper and lower half of what a terminal shows at one place: 1 is lit."""


def decoded(pixels, shape):
    zxing = pytest.importorskip("zxingcpp", reason="pip install -e '.[web-test]'")
    return [each.text for each in zxing.read_barcodes(memoryview(pixels).cast("B", shape=shape))]


def on_page(page):
    png = base64.b64encode(page.screenshot(full_page=True)).decode()
    grey, *shape = page.evaluate(GREY, png)
    return decoded(base64.b64decode(grey), tuple(shape))


def in_terminal(text, scale=4):
    drawn = [line for line in text.splitlines() if line and set(line) <= set(HALVES)]
    width = max(map(len, drawn))
    rows = [[HALVES[place][half] for place in line.ljust(width)] for line in drawn for half in (0, 1)]
    pixels = bytes(255 * lit for row in rows for _ in range(scale) for lit in row for _ in range(scale))
    return decoded(pixels, (len(rows) * scale, width * scale))
