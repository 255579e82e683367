export type { Mail } from './compose-mail.ts';
export { createMailSender, type MailSender } from './mail.ts';
export type { SendOutcome } from './outcome.ts';
export { type AllowedHost, parseAllowedHosts } from './allowed-hosts.ts';
export { type MailFrom, parseMailFrom, parseSmtpUrl, type SmtpServer } from './smtp-server.ts';
export { greetSmtpServer } from './smtp-greeting.ts';
export { newSigningSecret } from './signature.ts';
export { targetProblem } from './target.ts';
export { createWebhookSender, type Webhook, type WebhookSender } from './webhook.ts';
