import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBuiltinModel } from '../builtin-model.ts';
import { checkedJson, checkedPath } from './model-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zapomni-model-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('model files', () => {
  it('accepts the installed ones', () => {
    expect(checkedPath(findBuiltinModel(), 'onnx/model_quantized.onnx')).toMatch(/model_quantized\.onnx$/);
    expect(checkedJson(findBuiltinModel(), 'tokenizer_config.json')).toMatchObject({ unk_token: '[UNK]' });
    expect(checkedJson(findBuiltinModel(), 'tokenizer.json')).toHaveProperty('model.vocab');
  });

  it('says which file is missing, and no path', () => {
    const read = () => checkedPath(folder, 'onnx/model_quantized.onnx');
    expect(read).toThrow(expect.objectContaining({ code: 'MODEL_UNAVAILABLE' }));
    expect(read).toThrow(/onnx\/model_quantized\.onnx cannot be read/);
    expect(read).not.toThrow(folder);
    expect(() => checkedJson(folder, 'tokenizer.json')).toThrow(/tokenizer\.json cannot be read/);
  });

  it('refuses weights that are others', () => {
    mkdirSync(join(folder, 'onnx'), { recursive: true });
    writeFileSync(join(folder, 'onnx/model_quantized.onnx'), 'not a model');
    expect(() => checkedPath(folder, 'onnx/model_quantized.onnx')).toThrow(
      expect.objectContaining({ code: 'MODEL_UNAVAILABLE', hint: expect.stringContaining('Reinstall') as string }),
    );
  });

  it('refuses a tokenizer with one byte more', () => {
    cpSync(join(findBuiltinModel(), 'tokenizer.json'), join(folder, 'tokenizer.json'));
    writeFileSync(join(folder, 'tokenizer.json'), ' ', { flag: 'a' });
    expect(() => checkedJson(folder, 'tokenizer.json')).toThrow(/damaged or is another model's/);
  });
});
