/** Of a screen whose capability is not there, or not offered to agents: what that means, and what to type. */
import { capabilities, type Capability } from '../shell/capabilities.ts';

/** Beside what there is: agents would not find it. */
export function NotOffered({ of }: { of: Capability }) {
  const found = capabilities.value?.[of];
  if (!found || found.offered) return null;
  return (
    <p class="quiet">
      Agents are not offered tools for this. Start the server with <code>{found.turn_on}</code> and they are.
    </p>
  );
}

/** In the place of an empty list. */
export function Nothing({ what, command }: { what: string; command: string }) {
  return (
    <div class="nothing">
      <p>{what}</p>
      <pre>{command}</pre>
    </div>
  );
}
