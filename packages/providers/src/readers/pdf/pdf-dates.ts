/** `D:20260115093000+01'00'`, of which all after the year may be missing. */
export function toIsoDate(date: string | undefined): string | undefined {
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d)?'?(\d\d)?/u.exec(date ?? '');
  if (!match) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z', zoneMinute = '00'] =
    match;
  const offset = zone === 'Z' ? 'Z' : `${zone}:${zoneMinute}`;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
