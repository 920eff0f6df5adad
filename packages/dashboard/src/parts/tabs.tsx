/** Parts of a screen, each with an address of its own. */
import { addressOf } from '../shell/route.ts';

interface Props {
  readonly screen: string;
  readonly label: string;
  /** By their names in the address. */
  readonly tabs: Readonly<Record<string, string>>;
  readonly open: string;
}

export function Tabs({ screen, label, tabs, open }: Props) {
  return (
    <nav class="tabs" aria-label={label}>
      {Object.entries(tabs).map(([name, title]) => (
        <a
          key={name}
          href={addressOf(screen, undefined, { tab: name })}
          aria-current={name === open ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
