/** Damages one part of a package and packs all of it anew, so that the damage gets past the packing. */
import { inflateRawSync } from 'node:zlib';
import { makeZip, type ZipMember } from './cases/make-zip.ts';
import { within, type Damage } from './damages.ts';

const DIRECTORY = 0x02014b50;
const BOMB = new Uint8Array(20_000_000).fill(0x20);

export function damagePart(bytes: Uint8Array, damage: Damage, random: () => number): Uint8Array {
  const members = unpack(bytes);
  // The first says what it is, and packages that say nothing are archives.
  const at = within(random, members.length);
  const member = members[at];
  if (!member || member.bytes.length === 0) return bytes;
  const kind = random();
  if (kind < 0.02) members[at] = { ...member, bytes: BOMB };
  else if (kind < 0.06) members[at] = { ...member, bytes };
  else if (kind < 0.12) members[at] = { ...member, claimedSize: within(random, 2 ** 31) };
  else if (kind < 0.15) members.splice(at, 1);
  else members[at] = { ...member, bytes: damage(member.bytes, random) };
  return makeZip(members);
}

function unpack(bytes: Uint8Array): ZipMember[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const members: ZipMember[] = [];
  for (let at = file.readUInt32LE(file.length - 6); file.readUInt32LE(at) === DIRECTORY;) {
    const [method, size, nameLength] = [
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
    ];
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + size);
    members.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      bytes: Uint8Array.from(method === 0 ? packed : inflateRawSync(packed)),
      stored: method === 0,
    });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return members;
}
