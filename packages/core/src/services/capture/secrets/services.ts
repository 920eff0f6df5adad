/** Secrets of payments, shops, messages, mail and watching over machines. */
import { beginsWithNumber, isRandom } from './guards.ts';
import { named, prefixed, shaped, type SecretKind } from './secret-kind.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const PAYMENTS: readonly SecretKind[] = [
  shaped('Stripe key', 'k_', /(?<![A-Za-z0-9_])[sr]k_(?:live|test)_[A-Za-z0-9]{16,}(?![A-Za-z0-9_])/g),
  prefixed('Stripe webhook secret', 'whsec_', '[A-Za-z0-9+/]{32,}={0,2}'),
  prefixed('Square secret', 'sq0csp-', '[\\w-]{43}'),
  prefixed('Square token', 'sq0atp-', '[\\w-]{22}'),
  prefixed('Square access token', 'EAAA', '[\\w-]{60}'),
  shaped('Braintree token', 'access_token$', /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}/g),
  shaped('Razorpay key', 'rzp_', /(?<![A-Za-z0-9_])rzp_(?:live|test)_[A-Za-z0-9]{14}(?![A-Za-z0-9_])/g),
  shaped('Flutterwave key', 'flwseck', /(?<![A-Za-z0-9_])FLWSECK(?:_TEST)?-[0-9a-z]{32}-X/g),
  shaped('Plaid token', 'access-', new RegExp(`(?<![\\w-])access-(?:sandbox|development|production)-${UUID}`, 'g')),
  shaped('Shopify token', 'shp', /(?<![A-Za-z0-9_])shp(?:at|ss|ca|pa)_[0-9a-f]{32}(?![A-Za-z0-9_])/g),
  shaped('Mollie key', '_', /(?<![A-Za-z0-9_])(?:live|test)_[A-Za-z0-9]{30}(?![A-Za-z0-9_])/g, (text) =>
    isRandom(text, 3.6),
  ),
  shaped('Duffel token', 'duffel_', /(?<![A-Za-z0-9_])duffel_(?:live|test)_[\w-]{43}/g),
  prefixed('EasyPost key', 'EZAK', '[A-Za-z0-9]{54}'),
  shaped('Shippo token', 'shippo_', /(?<![A-Za-z0-9_])shippo_(?:live|test)_[0-9a-f]{40}/g),
];

const MESSAGES: readonly SecretKind[] = [
  shaped('Slack token', 'xox', /(?<![A-Za-z0-9_])xox[abeoprs](?:\.xox[bp])?-(?:\d+-)*[A-Za-z0-9-]{16,}/g),
  prefixed('Slack app token', 'xapp-', '\\d-[A-Z0-9]+-\\d+-[0-9a-f]{32,}'),
  shaped(
    'Slack webhook',
    'hooks.slack.com',
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/]{20,})/g,
  ),
  shaped('Discord token', '.', /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g, beginsWithNumber),
  shaped('Discord webhook', '/api/webhooks/', /discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{15,20}\/[\w-]{50,})/g),
  shaped('Telegram bot token', ':aa', /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g),
  shaped('Teams webhook', '.webhook.office.com', /\.webhook\.office\.com\/webhookb2\/(?<secret>[\w@/-]{60,})/g),
  shaped('Twilio key', 'sk', /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g),
  named('Twilio token', 'twilio', '[0-9a-f]{32}'),
  prefixed('SendGrid key', 'SG.', '[\\w-]{22}\\.[\\w-]{43}'),
  prefixed('Mailgun key', 'key-', '[0-9a-f]{32}'),
  shaped('Mailchimp key', '-us', /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g),
  prefixed('Brevo key', 'xkeysib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  prefixed('Resend key', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'),
  prefixed('MailerSend token', 'mlsn.', '[0-9a-f]{64}'),
  prefixed('Facebook token', 'EAAC', '[A-Za-z0-9]{80,}'),
  shaped('X bearer token', 'aaaaaaaaaa', /(?<![A-Za-z0-9])A{15,}[A-Za-z0-9%]{60,}(?![A-Za-z0-9])/g),
];

const WATCHING: readonly SecretKind[] = [
  prefixed('New Relic user key', 'NRAK-', '[A-Z0-9]{27}'),
  prefixed('New Relic browser key', 'NRJS-', '[0-9a-f]{19}'),
  shaped('New Relic licence key', 'nral', /(?<![A-Za-z0-9])[0-9a-fA-Z]{36}NRAL(?![A-Za-z0-9])/g),
  named('Datadog key', 'datadog', '[0-9a-f]{32}(?:[0-9a-f]{8})?'),
  prefixed('Sentry token', 'sntrys_', 'eyJ[\\w+/=-]{60,}'),
  prefixed('Sentry user token', 'sntryu_', '[0-9a-f]{64}'),
  shaped('Sentry address', 'ingest', /https:\/\/(?<secret>[0-9a-f]{32})(?::[0-9a-f]{32})?@[\w.-]*ingest[\w.-]*/g),
  prefixed('Grafana service token', 'glsa_', '[A-Za-z0-9]{32}_[0-9a-f]{8}'),
  prefixed('Grafana cloud token', 'glc_', 'eyJ[A-Za-z0-9+/]{30,}={0,3}'),
  prefixed('Honeycomb key', 'hcaik_', '[a-z0-9]{58}'),
  shaped('Dynatrace token', 'dt0', /(?<![A-Za-z0-9])dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/g),
  prefixed('PostHog key', 'phx_', '[A-Za-z0-9]{40,}'),
  prefixed('Mapbox secret token', 'sk.', 'eyJ[\\w-]{20,}\\.[\\w-]{20,}'),
  named('Algolia admin key', 'algolia', '[0-9a-f]{32}'),
  named('PagerDuty key', 'pagerduty', '[\\w+-]{20}', (text) => isRandom(text)),
];

export const SERVICES: readonly SecretKind[] = [...PAYMENTS, ...MESSAGES, ...WATCHING];
