import { expect, PASSWORD } from '../browser.ts'
import {
  at,
  isRefused,
  press,
  pressBeginning,
  reads,
  sees,
  strike,
  unfold,
  unfoldAll,
  write,
  type Place,
  type Scene,
  type State
} from './step.ts'

const PLAN = '/console/applications/{plan}'

/** The lists as a new user sees them: all empty. */
const EMPTY: readonly State[] = [
  '/chatgpt/conversations',
  '/flux/history',
  '/console/applications',
  '/console/orders',
  '/console/usages',
  '/distribution',
  '/distribution/history',
  '/distribution/invitees',
  '/profile'
].map(path => [`nothing yet at ${path}`, at(path)])

const ORDERS: readonly State[] = ['paid', 'wechat', 'transfer', 'held', 'expired', 'failed'].map(
  state => [`an order that is ${state}`, at(`/console/orders/{${state}}`)]
)

/** Starts a payment. The method is the first one of two that has not been started yet. */
function pay({ page, t }: Place): Promise<void> {
  const way = (name: string) =>
    page.getByRole('button', { name: t(`order.way.${name}`), exact: true })
  return way('Stripe').or(way('AliPay')).first().click()
}

export const CONSOLE_SCENES: readonly Scene[] = [
  {
    name: 'the frame',
    who: 'person',
    states: [
      [
        'account, languages, themes',
        at('/docs/tasks'),
        ({ page }) => page.locator('.rail [popovertarget=person]').click(),
        unfold('common.language.name')
      ],
      [
        'what is left',
        strike('Escape'),
        pressBeginning('common.frame.balance'),
        sees('#wallet:popover-open')
      ],
      [
        'services of a group',
        strike('Escape'),
        ({ page }) => page.locator('.rail [popovertarget^=group-]').nth(1).click(),
        sees('.panel:popover-open')
      ],
      [
        'a call tried out',
        at('/docs/services/flux'),
        unfoldAll,
        ({ page, t }) => expect(page.getByLabel(t('docs.try.key')).first()).toBeVisible()
      ],
      [
        'what came back',
        write('docs.try.key', 'pm_none'),
        press('docs.try.send'),
        reads('docs.try.answer'),
        // Wait for the end of the answer, since the button to send is pale until then.
        ({ page, t }) =>
          expect(page.getByRole('button', { name: t('docs.try.stop') })).toHaveCount(0)
      ]
    ]
  },
  { name: 'nothing yet', who: 'newcomer', states: EMPTY },
  {
    name: 'keys',
    who: 'person',
    states: [
      [
        'refused',
        at(`${PLAN}/credentials`),
        unfold('credential.new'),
        write('credential.field.name', ' '),
        press('credential.create'),
        isRefused
      ],
      [
        'made, shown once',
        write('credential.field.name', 'Backend'),
        press('credential.create'),
        sees('#made')
      ],
      ['one of them', at(`${PLAN}/credentials/{key}`), unfoldAll],
      ['of pages', at(`${PLAN}/credentials?kind=page`), unfoldAll]
    ]
  },
  {
    name: 'orders',
    who: 'person',
    states: [
      ['one to take back', at('/console/orders/{order}'), unfoldAll],
      ...ORDERS,
      [
        'a code that is none',
        at('/console/redeem'),
        write('order.redeem.code', 'Zebras'),
        press('order.redeem.do'),
        isRefused
      ],
      ['the till of the sandbox', at('/console/orders/{order}'), pay, reads('order.sandbox.lead')]
    ]
  },
  {
    name: 'what was spent, and what one says of oneself',
    who: 'person',
    states: [
      ['usages as a table', at('/console/usages'), unfoldAll],
      ['a run', at('/console/usages/{usage}')],
      ['an answer that failed', at('/console/usages/{broken}')],
      [
        'a name that is none',
        at('/profile'),
        unfoldAll,
        write('user.me.nickname', 'Tides \u202eevil'),
        ({ page, t }) =>
          page
            .getByRole('region', { name: t('user.me.title'), exact: true })
            .getByRole('button', { name: t('user.action.save') })
            .click(),
        isRefused
      ],
      [
        'a key of one’s own that fails',
        at('/profile?key=fails&vendor=xai'),
        unfoldAll,
        sees('#own-keys [role=status]')
      ],
      [
        'a key of one’s own that is none',
        ({ page }) => page.locator('#own-key-deepseek').fill('“Harbour”'),
        ({ page }) => page.locator('#own-key-deepseek').press('Enter'),
        isRefused
      ]
    ]
  },
  {
    name: 'what inviting brought',
    who: 'person',
    states: [
      ['earned', at('/distribution')],
      ['one by one', at('/distribution/history'), sees('[role=row]')],
      ['by whom', at('/distribution/invitees'), sees('[role=row]')]
    ]
  },
  {
    name: 'an account with a second factor',
    who: 'careful',
    states: [
      [
        'all that can be done with it',
        at('/auth/account'),
        unfoldAll,
        reads('auth.account.factor.isOn')
      ],
      [
        'a wrong password',
        ({ page }) => page.locator('#codes-password').fill('Harbour lights'),
        ({ page }) => page.locator('#codes-password').press('Enter'),
        isRefused
      ],
      [
        'fresh codes, shown once',
        ({ page }) => page.locator('#codes-password').fill(PASSWORD),
        ({ page }) => page.locator('#codes-password').press('Enter'),
        reads('auth.account.factor.recoveryText')
      ]
    ]
  },
  {
    name: 'an account',
    who: 'newcomer',
    states: [
      [
        'all that can be done with it',
        at('/auth/account'),
        unfoldAll,
        reads('auth.account.data.goes')
      ],
      [
        'a second factor',
        ({ page, t }) =>
          page
            .locator('form')
            .filter({
              has: page.getByRole('button', {
                name: t('auth.account.factor.beginSubmit'),
                exact: true
              })
            })
            .locator('input[type=password]')
            .fill('correct horse battery'),
        press('auth.account.factor.beginSubmit'),
        sees('#factor svg[role=img]')
      ]
    ]
  }
]
