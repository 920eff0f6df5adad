import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { toFileContent } from './file-content.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1');
const binary = Buffer.from([0x80, 0x00, 0x01]);
const text = Buffer.from('words');

describe('toFileContent', () => {
  it.each([
    ['a.md', text, 'text/markdown'],
    ['A.MD', text, 'text/markdown'],
    ['a.json', text, 'application/json'],
    ['a.svg', text, 'image/svg+xml'],
    ['README', text, 'text/plain'],
    ['a.unknown', text, 'text/plain'],
    ['a.png', png, 'image/png'],
    ['a.pdf', binary, 'application/pdf'],
    ['a.bin', binary, 'application/octet-stream'],
  ])('%s by its name, where that agrees with the content', (name, bytes, expected) => {
    verifies('R272');
    expect(toFileContent(name, bytes).mimeType).toBe(expected);
  });

  it.each([
    ['picture.png', text, 'text/plain'],
    ['notes.md', binary, 'application/octet-stream'],
    ['notes.md', png, 'image/png'],
    ['data', Buffer.from('%PDF-1.7\n\x80\0', 'latin1'), 'application/pdf'],
    ['data', Buffer.from([0x1f, 0x8b, 0x08, 0]), 'application/gzip'],
  ])('%s by its content, where the name misleads or says nothing', (name, bytes, expected) => {
    verifies('R272');
    expect(toFileContent(name, bytes).mimeType).toBe(expected);
  });
});
