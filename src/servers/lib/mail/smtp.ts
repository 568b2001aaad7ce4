import { unescape as decoded } from 'node:querystring'
import type { Transporter } from 'nodemailer'
import type { MailConfig } from '#servers/config-services.ts'
import { composeMail, type Mail } from '#servers/lib/mail/letter.ts'
import { isLoopbackHost } from '#servers/lib/sites.ts'

/** Longest wait for a reply of the mail server, in milliseconds. */
const PATIENCE = 15_000

/**
 * Message id and date. They stay the same in all tries of an email, so that a mail program
 * recognizes a second copy.
 */
type Stamp = { id: string; date: Date }

/** Sends a mail; rejects unless the mail server accepts it, see {@link refusalOf}. */
export type MailTransport = (mail: Mail, stamp: Stamp) => Promise<void>

/**
 * Creates the SMTP client.
 * @param config `?tls=off` in its URL is for an own server without encryption
 */
export function createMailTransport(config: MailConfig): MailTransport {
  const { from } = config
  let transport: Promise<Transporter> | undefined
  return async (mail, { id, date }) => {
    const { sender, subject, text, html } = composeMail(mail)
    transport ??= openTransport(config)
    await (
      await transport
    ).sendMail({
      from: { name: sender, address: from },
      to: { name: '', address: mail.to },
      envelope: { from, to: mail.to },
      messageId: `<${id}@${hostIn(mail.site.origin)}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(mail.off !== undefined && { 'List-Unsubscribe': `<${mail.off}>` })
      },
      xMailer: false,
      date,
      subject,
      text,
      html
    })
  }
}

/**
 * Connects to the mail server and signs in, without sending a mail.
 * @throws Error that {@link refusalOf} describes
 */
export async function checkMailServer(config: MailConfig): Promise<void> {
  const transport = await openTransport(config)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function openTransport({ url, from }: MailConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...serverOf(new URL(url)),
    name: from.split('@').at(-1),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true
  })
}

/**
 * Says why a mail was refused, without the server's own text, which repeats the address. `final`:
 * the server will never take mail for this address.
 */
export function refusalOf(error: unknown): { final: boolean; reason: string } {
  const { code, command, responseCode } = (error instanceof Error ? error : {}) as Record<
    string,
    unknown
  >
  const final = command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
  const words = [code, command, responseCode].filter(
    word => typeof word === 'string' || typeof word === 'number'
  )
  return { final, reason: words.join(' ') || 'unknown' }
}

function serverOf(url: URL) {
  const secure = url.protocol === 'smtps:'
  const user = decoded(url.username)
  const encrypts = url.searchParams.get('tls') !== 'off'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: !encrypts,
    // TLS is required, since an attacker could remove the server's offer of TLS, and the password
    // would be sent unencrypted.
    requireTLS: encrypts && user !== '' && !isLoopbackHost(url.hostname),
    ...(user !== '' && { auth: { user, pass: decoded(url.password) } })
  }
}

/** Returns the host of an origin in a form that is valid in a Message-ID. */
function hostIn(origin: string): string {
  const { hostname } = new URL(origin)
  return /^[\w.-]+$/.test(hostname) ? hostname : 'localhost'
}
