/** Reads pictures of text with Tesseract, in this thread: whatever limits hold for it hold for this. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRequire } from 'node:module';
import type { OcrEngine } from './find-engine.ts';

/** A picture in shades of grey, a byte each, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Dots per inch. */
  readonly resolution: number;
}

/** What the module has of the engine that is used here. */
interface Tesseract {
  readonly FS: { writeFile(name: string, bytes: Uint8Array): void };
  readonly TessBaseAPI: new () => TesseractApi;
}

interface TesseractApi {
  Init(path: null, languages: string, mode: number): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
  Clear(): void;
}

/** The neural network alone; the older engine has no data in these packages. */
const LSTM_ONLY = 1;
let loaded: { readonly engine: string; readonly api: Promise<Loaded> } | undefined;

interface Loaded {
  readonly module: Tesseract;
  readonly api: TesseractApi;
}

/** The text of each picture: lines, and an empty one between paragraphs. */
export async function recognise(engine: OcrEngine, picture: GreyPicture): Promise<string> {
  const { module, api } = await load(engine);
  module.FS.writeFile('/input', toPgm(picture));
  api.SetVariable('user_defined_dpi', String(picture.resolution));
  if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract cannot read the picture.');
  api.Recognize(null);
  const text = api.GetUTF8Text();
  api.Clear();
  return text.trim();
}

/** One is kept: its network takes a second to build. */
function load(engine: OcrEngine): Promise<Loaded> {
  const name = JSON.stringify(engine);
  if (loaded?.engine !== name) loaded = { engine: name, api: start(engine) };
  return loaded.api;
}

async function start({ core, data }: OcrEngine): Promise<Loaded> {
  const create = createRequire(import.meta.url)(core) as (options: object) => Promise<Tesseract>;
  // It would write to standard output, which belongs to the protocol.
  const module = await create({ print: () => {}, printErr: () => {} });
  for (const { language, file } of data) {
    module.FS.writeFile(`${language}.traineddata`, gunzipSync(readFileSync(file)));
  }
  const api = new module.TessBaseAPI();
  const languages = data.map(({ language }) => language).join('+');
  if (api.Init(null, languages, LSTM_ONLY) !== 0) throw new Error('Tesseract does not start with these languages.');
  return { module, api };
}

function toPgm({ width, height, pixels }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}
