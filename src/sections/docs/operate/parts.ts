import { SETTINGS } from '#contract/settings-table.ts'
import type { SettingGroup } from '#contract/setting.ts'
import type { OperateSubject } from '#core/operate-subjects.ts'
import { CARE_PARTS } from '#sections/docs/operate/care-parts.ts'
import type { OperatePart } from '#sections/docs/operate/part.ts'
import { START_PARTS } from '#sections/docs/operate/start-parts.ts'

/** Where Stripe sends its events. */
const STRIPE_HOOK = 'https://studio.example/api/v1/payments/stripe/callback'

const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed'
]

function namesOf(group: SettingGroup): string[] {
  return SETTINGS.filter(setting => setting.group === group).map(({ name }) => name)
}

/** The parts of each page of the operating guide, in their order. */
export const OPERATE_PARTS: Readonly<
  Record<Exclude<OperateSubject, 'overview'>, readonly OperatePart[]>
> = {
  ...START_PARTS,
  ...CARE_PARTS,
  money: [
    { name: 'Stripe' },
    { text: 'operate.money.stripeKey' },
    { text: 'operate.money.stripeHook' },
    { code: STRIPE_HOOK },
    { text: 'operate.money.stripeEvents' },
    { code: STRIPE_EVENTS.join('\n') },
    { text: 'operate.money.stripeTest' },
    { heading: 'operate.money.bank' },
    { text: 'operate.money.bankText' },
    { heading: 'operate.money.prices' },
    { text: 'operate.money.pricesText' },
    { heading: 'operate.money.ledger' },
    { text: 'operate.money.ledgerText' },
    { run: 'ledger' },
    {
      settings: [
        'STRIPE_SECRET_KEY',
        'STRIPE_WEBHOOK_SECRET',
        'MANUAL_PAYMENT',
        'PACKAGES_FILE',
        'EXCHANGE_URL',
        'FREE_AMOUNT'
      ]
    }
  ],
  vendors: [
    { heading: 'operate.vendors.keys' },
    { text: 'operate.vendors.keysText' },
    { text: 'operate.vendors.order' },
    { heading: 'operate.vendors.own' },
    { text: 'operate.vendors.ownText' },
    { run: 'modelServer' },
    { heading: 'operate.vendors.check' },
    { text: 'operate.vendors.checkText' },
    { run: 'providers' },
    { heading: 'operate.vendors.models' },
    { text: 'operate.vendors.modelsText' },
    { settings: [...namesOf('chat'), ...namesOf('tools')] }
  ],
  troubleshooting: [
    { heading: 'operate.troubleshooting.doctor' },
    { text: 'operate.troubleshooting.doctorText' },
    { run: 'doctor' },
    { heading: 'operate.troubleshooting.checks' },
    { checks: true },
    { heading: 'operate.troubleshooting.start' },
    { text: 'operate.troubleshooting.startText' },
    { run: 'log' },
    { heading: 'operate.troubleshooting.trace' },
    { text: 'operate.troubleshooting.traceText' },
    { run: 'trace' },
    { heading: 'operate.troubleshooting.signIn' },
    { text: 'operate.troubleshooting.signInText' },
    { run: 'operatorAdd' },
    { run: 'setupAgain' }
  ]
}
