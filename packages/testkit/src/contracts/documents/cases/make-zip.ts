/** Makes zip archives, also such as nobody should. */
import { crc32, deflateRawSync } from 'node:zlib';
import { utf8 } from './encode.ts';

export interface ZipMember {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** As it is, not packed. */
  readonly stored?: boolean;
  /** What the directory says of its size; a lie. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
}

export function makeZip(members: readonly ZipMember[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const packed = member.stored ? Buffer.from(member.bytes) : deflateRawSync(member.bytes);
    const fields = fieldsOf(member, packed.length);
    const name = utf8(member.name);
    const local = Buffer.concat([signed(0x04034b50, fields), name, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([signed(0x02014b50, Buffer.concat([Buffer.from([20, 0]), fields])), place, name]));
    locals.push(local);
    offset += local.length;
  }
  const end = endOf(members.length, Buffer.concat(directory).length, offset);
  return Uint8Array.from(Buffer.concat([...locals, ...directory, end]));
}

/** A package of XML parts by their names. */
export function makePackage(parts: Readonly<Record<string, string>>, mimeType?: string): Uint8Array {
  const first = mimeType ? [{ name: 'mimetype', bytes: utf8(mimeType), stored: true }] : [];
  return makeZip([...first, ...Object.entries(parts).map(([name, text]) => ({ name, bytes: utf8(text) }))]);
}

function fieldsOf({ name, bytes, stored, claimedSize, encrypted }: ZipMember, packedSize: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
  fields.writeUInt16LE(stored ? 0 : 8, 4);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packedSize, 14);
  fields.writeUInt32LE(claimedSize ?? bytes.length, 18);
  fields.writeUInt16LE(utf8(name).length, 22);
  return fields;
}

function signed(signature: number, fields: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(signature);
  return Buffer.concat([head, fields]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
