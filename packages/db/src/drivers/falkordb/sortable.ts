/** Numbers as texts: sixteen hex digits whose order is that of the numbers. */
export function sortable(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  return turn(bytes.readBigUInt64BE(), (bits) => bits >> 63n !== 0n);
}

export function fromSortable(text: string): number {
  const bytes = Buffer.from(
    turn(BigInt(`0x${text}`), (bits) => bits >> 63n === 0n),
    'hex',
  );
  return bytes.readDoubleBE();
}

/** The first bit of a number says whether it is negative: those have all bits the other way round, others that one. */
function turn(bits: bigint, isNegative: (bits: bigint) => boolean): string {
  const turned = isNegative(bits) ? ~bits & 0xffff_ffff_ffff_ffffn : bits ^ (1n << 63n);
  return turned.toString(16).padStart(16, '0');
}
