import { unescape as decoded } from 'node:querystring'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '#servers/config-services.ts'
import { writeLetter, type Mail } from '#servers/lib/mail/letter.ts'
import { isLoopbackHost } from '#servers/lib/sites.ts'

/** Longest wait for any one answer of the mail server, in milliseconds. */
const PATIENCE = 15_000

/** What stays the same however often a mail is tried, so that a second copy is known for one. */
export type Stamp = { id: string; date: Date }

/** Hands a mail to the mail server; rejects until that has taken it, see {@link refusalOf}. */
export type Send = (mail: Mail, stamp: Stamp) => Promise<void>

/** @param config its address may end in `?tls=off`: a mail server of one's own network that cannot encrypt */
export function createSend({ url, from }: MailConfig): Send {
  const transport = createTransport({
    ...serverOf(new URL(url)),
    name: from.split('@').at(-1),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true
  })
  return async (mail, { id, date }) => {
    const { sender, subject, text, html } = writeLetter(mail)
    await transport.sendMail({
      from: { name: sender, address: from },
      to: { name: '', address: mail.to },
      envelope: { from, to: mail.to },
      messageId: `<${id}@${hostIn(mail.site.origin)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...(mail.off !== undefined && { 'List-Unsubscribe': `<${mail.off}>` }) },
      xMailer: false,
      date,
      subject,
      text,
      html
    })
  }
}

/**
 * Why a mail was not taken, in words that name nobody: the mail server's own repeat the address.
 * `final`: it takes no mail for this address, now or later.
 */
export function refusalOf(error: unknown): { final: boolean; reason: string } {
  const { code, command, responseCode } = (error instanceof Error ? error : {}) as Record<string, unknown>
  const final = command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
  const words = [code, command, responseCode].filter(word => typeof word === 'string' || typeof word === 'number')
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
    // A password goes over no open line because somebody in between took the offer of encryption away.
    requireTLS: encrypts && user !== '' && !isLoopbackHost(url.hostname),
    ...(user !== '' && { auth: { user, pass: decoded(url.password) } })
  }
}

/** The host in a form that a Message-ID can hold. */
function hostIn(origin: string): string {
  const { hostname } = new URL(origin)
  return /^[\w.-]+$/.test(hostname) ? hostname : 'localhost'
}
