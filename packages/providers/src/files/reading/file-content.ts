/** What a file's bytes are to a reader: text or not is decided by the bytes alone, the type by name and bytes together. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import type { FileContent } from '@zapomni/core/ports';

const TYPES: Readonly<Record<string, string>> = {
  '.c': 'text/x-c',
  '.cpp': 'text/x-c++',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.epub': 'application/epub+zip',
  '.gif': 'image/gif',
  '.go': 'text/x-go',
  '.gz': 'application/gzip',
  '.h': 'text/x-c',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.java': 'text/x-java',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.py': 'text/x-python',
  '.rb': 'text/x-ruby',
  '.rs': 'text/x-rust',
  '.sh': 'application/x-sh',
  '.sql': 'application/sql',
  '.svg': 'image/svg+xml',
  '.tex': 'application/x-tex',
  '.toml': 'application/toml',
  '.ts': 'text/x-typescript',
  '.tsx': 'text/x-typescript',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
};
const TEXTUAL = /^text\/|[/+](?:json|jsonl|xml|yaml|toml|sql|x-sh|x-tex)$/;
/** How files of a kind begin, in Latin-1. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b', 'application/gzip'],
  ['\0asm', 'application/wasm'],
  ['ID3', 'audio/mpeg'],
];

export function toFileContent(file: string, bytes: Buffer): FileContent {
  const isText = isUtf8(bytes) && !bytes.includes(0);
  const named = TYPES[path.extname(file).toLowerCase()];
  const agrees = named !== undefined && TEXTUAL.test(named) === isText;
  const size = bytes.length;
  if (isText) return { mimeType: agrees ? named : 'text/plain', size, text: bytes.toString('utf8') };
  return { mimeType: agrees ? named : typeByBeginning(bytes), size, data: bytes };
}

function typeByBeginning(bytes: Buffer): string {
  const beginning = bytes.toString('latin1', 0, 16);
  const known = BEGINNINGS.find(([first]) => beginning.startsWith(first));
  return known ? known[1] : 'application/octet-stream';
}
