import { checkMailServer, refusalOf } from '#servers/lib/mail/smtp.ts'
import {
  createFindings,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, failed } = createFindings('email')

/** Connects and signs in to the mail server, without sending an email. */
export async function checkEmail({ config }: DoctorNeeds): Promise<Finding[]> {
  if (config.mail === null)
    return [skipped('SMTP_URL is not set: emails are only written to DATA_DIR/outbox.')]
  const { host } = new URL(config.mail.url)
  try {
    await checkMailServer(config.mail)
    return [ok(`${host} accepts the user and password of SMTP_URL.`)]
  } catch (error) {
    const { reason } = refusalOf(error)
    return [failed(`${host} does not take emails from us (${reason}).`, adviseFor(reason))]
  }
}

function adviseFor(reason: string): string {
  if (reason.includes('EAUTH'))
    return 'Check user and password in SMTP_URL, both percent-encoded. Many providers want a password for apps.'
  if (/ETLS|ESOCKET/.test(reason))
    return 'Check host and port in SMTP_URL: smtps:// for port 465, smtp:// for port 587 with STARTTLS.'
  return 'Check host and port in SMTP_URL, and that your network lets connections to this port out.'
}
