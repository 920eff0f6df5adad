/** Made by scripts/needs/build.ts from the examples beside it; never by hand. */
import type { PackedDirections } from './directions.ts';

export const BUILTIN_DIRECTIONS: PackedDirections = {
  model: 'bge-small-en-v1.5-q8',
  request: {
    level: 0.109766,
    spread: 0.176337,
    scale: 0.0015298,
    bytes:
      '/ev63gkg//IA7tMw7R4z4jco+gohOO4L3QEN8e832jDUEb0MJOj2GB4BFSD+HfgRACbS3cDoAAIF+v70+Q5UEATw/X38dOUB+zkFAwHFCvLADg3wE+cTC/X6Bej6JQXeA+vtRAn28dHw+AH1C+Ps+9oMxgwyFfTl0OkGDwCp/usEJ9ruA+8E//ri/wXyCCfaAjQQ6cugD/wNz/oDQ8P3980MCrneGfDk7fL39RMjKzfuDSIjBPgbARj65OkVxNXz5xHNAwH2/AGy1eURSOcwvEDf/wB/Fd4JNRrxGyEITA0J/iMo8fH/4g0IswUOGQrGz/fhJCYs0hYnC+IhHhHlHd/jFAbz8MgqJ7vO2+T6Fg30Afjz49vf0uPm+wId++cD5/kDAjj9xvocFfXfXwvEEeoaDAsiBO0OIfcD9z0FBfEeGhND1/OX0hwPANUN/fJZDuD3Lds59RIENPAIGCj28PslAuX99eg3Dc39AgodOs/+6B/Y5fsGJvcjLRstCgja',
  },
  want: {
    level: -0.00708536,
    spread: 0.184966,
    scale: 0.00126497,
    bytes:
      '+wwZHg/3ZfYt2dHoKg0E6TMjwAD/NBL7EuESKuEyAAzhBMEC++vZ+Qz4Kw7d38Q2IxzVL+Em7uQG+gkGxBpvKvwmEyYA6vgjzXP55/j7Aif2+/L0KMLWDfwJ5dphDiHzEgqkFv4Q4BMFFOzkCfkcIu7z8tkxHwMtmQ0PSVqQog7k8BneGQvqBd0oNCXk/gcNL94f7fQeC8fQCSDY5pPu7/YMQ+LjZs/zzyIt/hLuNfOj9/8b7/Ja1gH+2v/gvPDS0e6191X9+AjUyj4IOhDiw18H2ucN7MfxUhEM4Oj7vysBA+T/0f773j7LGtkB5Qze0BY+JLv/4ysMGlkHQPHuEdekC8atFeiu5sDeleEZJ+3/EAIW6dXM0+8FGQXYEN3YJA4XMjMNPvsB7QLyNArb1iEm+OMW5+1bGhpBE+RcA0ry4l//B/SBqQzjQ/gQIvj3Gw0ZMv5IMOAXFv+3CvwQCBsVvirXA9clJy/tN8P/Rtf5EwHvRh4NPeIT+hH42yzA',
  },
  anyRequest: {
    scale: 0.00264007,
    bytes:
      '+/7//AgDBwb5+f39/Q4N/An+9wcBB/j7AQsIA+3q9wIFA/oECv0CCAoEAQYDAwT9AwH89ff6AQoFBggDBwHOHPsF9AQDH//+/RgB/QT5AwP6//z5+/gDDwcB/vj+Bufz///1f/4JCff4+AP9APv5/Aj5AwgTCPn/9v0EAvzyDRX6Agb79gAEBvz0A/j58//1+g7/+vX6AQMG8AMJFwH3A/j59gP83PgBAfEECPoLHAcBBQYFAPf7BQXz9vcJ+vb+9Q3z+vn+APv0+fUFDQcO7g3//gQbAvkBBAX/AwfoApkE+AMN+v3+/BUR7///AgX8+/77CAL68Qb/LAoJ8Q4ABtsCBRED8e8DD+X58fr9AwMHAvsB/PwA6f70AgEIBvoABPr+AAL8/vL+FAIGDwf2BvcNAQMIA/wHA/3//QQG/asPBwgJ+/709AMa/v0DBgQcBfj8DQAz/wT9CAMBBAz6EfkL/PUPAvX9B/X8GQX+Au7++f7+/QgHBfoFCQMFDP4D',
  },
};
