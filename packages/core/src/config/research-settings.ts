/** Settings of following the literature. */
import { z } from 'zod';
import { secretSetting } from './setting.ts';

export const researchSettings = {
  secret_key: secretSetting(
    'papers',
    z.string().min(1).optional(),
    'Key for the secrets of browser workflows: 32 bytes, as 64 hexadecimal digits or base64. Unless given, one is made and kept in the data folder for you alone.',
  ),
};
