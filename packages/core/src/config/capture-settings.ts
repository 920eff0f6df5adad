/** Settings of what is captured of conversations. */
import { z } from 'zod';
import { setting } from './setting.ts';

export const captureSettings = {
  capture_exclude: setting(
    'general',
    z.string().default(''),
    'Folders, with all that is below them, and names of workspaces whose conversations are not captured, by comma (docs/capture.md).',
  ),
  distiller: setting(
    'general',
    z.enum(['builtin', 'llm']).default('builtin'),
    'What distils conversations into memories. `builtin` works offline; `llm` sends them to the language model, and falls back on `builtin`.',
  ),
};
