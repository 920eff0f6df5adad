/** Who may call over HTTP, out of the settings and the token file, and made anew when either has changed. */
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import {
  createGatekeeper,
  isLoopback,
  openTokenVerifier,
  type BearerVerifier,
  type Gatekeeper,
  type OAuthResource,
  type TokenVerifier,
} from '@zapomni/server/guards';
import type { Reloadable } from './reload.ts';
import { asSettingsFault } from './settings-fault.ts';
import { tokenFile } from './token-file.ts';

export interface Guards extends Reloadable {
  /** Asks whichever guards are in force. */
  readonly gatekeeper: Gatekeeper;
}

interface Made {
  readonly gatekeeper: Gatekeeper;
  readonly wantsTokens: boolean;
}

/** Throws when other machines could call without a token. */
export async function openGuards(
  config: Config,
  { oauth, pages }: { readonly oauth: OAuthResource | undefined; readonly pages: BearerVerifier },
  logger: Logger,
): Promise<Guards> {
  const make = async ({ allowed_hosts, allowed_origins }: Config): Promise<Made> => {
    const tokens = await openTokens(config, logger);
    const gatekeeper = createGatekeeper({
      bind: config.host,
      allowedHosts: byComma(allowed_hosts),
      allowedOrigins: byComma(allowed_origins),
      tokens,
      oauth,
      pages,
      logger,
    });
    return { gatekeeper, wantsTokens: tokens !== undefined };
  };
  let inForce = await make(config);
  return {
    gatekeeper: { admit: (head, isPublic) => inForce.gatekeeper.admit(head, isPublic) },
    names: ['allowed_hosts', 'allowed_origins'],
    async prepare(next) {
      const made = await make(next).catch((error: unknown) => {
        throw asSettingsFault(error);
      });
      return () => {
        const changed = made.wantsTokens === inForce.wantsTokens ? [] : ['tokens'];
        inForce = made;
        return changed;
      };
    },
  };
}

/** On loopback without tokens everyone at this machine may call; as soon as there is one, everyone needs one. */
async function openTokens(config: Config, logger: Logger): Promise<TokenVerifier | undefined> {
  const verifier = await openTokenVerifier(tokenFile(config.data_dir), { logger });
  return verifier.hasUsable || !isLoopback(config.host) ? verifier : undefined;
}

function byComma(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
