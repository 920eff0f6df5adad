/** Two clocks: how things were, and how they were known. Either can be set to a day, and played from the past until now. */
import { useEffect, useState } from 'preact/hooks';

const DAY_MS = 86_400_000;
const SPANS: readonly { readonly days: number; readonly label: string }[] = [
  { days: 30, label: 'a month' },
  { days: 365, label: 'a year' },
  { days: 1825, label: 'five years' },
  { days: 7300, label: 'twenty years' },
];
const STEPS = 40;
const STEP_MS = 700;

export interface Moment {
  /** Days such as 2025-03-01; empty is now. */
  readonly asOf: string;
  readonly knownAt: string;
}

type Clock = keyof Moment;
const CLOCKS: readonly { readonly name: Clock; readonly label: string }[] = [
  { name: 'asOf', label: 'As it was' },
  { name: 'knownAt', label: 'As it was known' },
];

interface MachineProps {
  readonly moment: Moment;
  readonly set: (moment: Moment) => void;
  /** The picture of the moment is there: the next may come. */
  readonly isReady: boolean;
}

export function TimeMachine({ moment, set, isReady }: MachineProps) {
  const [span, setSpan] = useState(1825);
  const [playing, setPlaying] = useState<Clock | undefined>(undefined);
  const stride = Math.max(1, Math.round(span / STEPS));
  const step = (clock: Clock): void => {
    const back = daysBack(moment[clock], span) - stride;
    set({ ...moment, [clock]: dayOf(back) });
    if (back <= 0) setPlaying(undefined);
  };
  useEffect(() => {
    if (playing === undefined || !isReady) return;
    const timer = setTimeout(() => step(playing), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, isReady, moment.asOf, moment.knownAt]);
  const play = (clock: Clock): void => {
    if (playing === clock) return setPlaying(undefined);
    // From the beginning, unless it stands somewhere in between.
    if (moment[clock] === '') set({ ...moment, [clock]: dayOf(span) });
    if (wantsRest()) return moment[clock] === '' ? undefined : step(clock);
    setPlaying(clock);
  };
  return (
    <fieldset class="times">
      <legend>Time</legend>
      {CLOCKS.map(({ name, label }) => (
        <Clockwork
          key={name}
          label={label}
          day={moment[name]}
          span={span}
          isPlaying={playing === name}
          set={(day) => {
            setPlaying(undefined);
            set({ ...moment, [name]: day });
          }}
          play={() => play(name)}
        />
      ))}
      <label>
        Over
        <select value={String(span)} onChange={(event) => setSpan(Number(event.currentTarget.value))}>
          {SPANS.map(({ days, label }) => (
            <option key={days} value={String(days)}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

interface ClockProps {
  readonly label: string;
  readonly day: string;
  readonly span: number;
  readonly isPlaying: boolean;
  readonly set: (day: string) => void;
  readonly play: () => void;
}

function Clockwork({ label, day, span, isPlaying, set, play }: ClockProps) {
  return (
    <div class="clock">
      <label class="wide">
        {label}: {day === '' ? 'now' : day}
        <input
          type="range"
          min={0}
          max={span}
          value={span - daysBack(day, span)}
          onChange={(event) => set(dayOf(span - Number(event.currentTarget.value)))}
        />
      </label>
      <button type="button" aria-pressed={isPlaying} onClick={play} aria-label={`${playName(isPlaying)}: ${label}`}>
        {playName(isPlaying)}
      </button>
    </div>
  );
}

/** Whoever wants no motion goes step by step. */
function playName(isPlaying: boolean): string {
  if (wantsRest()) return 'Step';
  return isPlaying ? 'Stop' : 'Play';
}

const wantsRest = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function daysBack(day: string, most: number): number {
  if (day === '') return 0;
  return Math.min(most, Math.max(0, Math.round((Date.now() - Date.parse(day)) / DAY_MS)));
}

const dayOf = (back: number): string =>
  back <= 0 ? '' : new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
