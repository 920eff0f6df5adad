/** One red pixel as PNG. */
export const IMAGE = {
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  mimeType: 'image/png',
};

/** One sample of silence as WAV. */
export const SOUND = {
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=',
  mimeType: 'audio/wav',
};
