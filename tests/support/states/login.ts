import { newAddress, PASSWORD } from '../browser.ts'
import {
  at,
  isRefused,
  press,
  reads,
  sees,
  write,
  type Place,
  type Scene,
  type State,
  type Step
} from './step.ts'

const LOGIN = '/auth/login'

const signIn = (emailOf: (place: Place) => string, password: string): Step => {
  return async place => {
    await write('auth.field.email', emailOf(place))(place)
    await write('auth.field.password', password)(place)
    await place.page.keyboard.press('Enter')
  }
}

export const LOGIN_SCENES: readonly Scene[] = [
  {
    name: 'signing in',
    who: 'guest',
    states: [
      ['a wrong password', at(LOGIN), signIn(newAddress, 'Harbour lights'), sees('[role=alert]')],
      [
        'a password that is too short',
        at(`${LOGIN}?mode=sign-up`),
        signIn(newAddress, 'Tides'),
        sees('form'),
        sees('[aria-invalid=true], :user-invalid')
      ],
      [
        'a link is on its way',
        at(`${LOGIN}?mode=forgot`),
        write('auth.field.email', 'nobody@example.com'),
        press('auth.login.submit.forgot'),
        sees('[role=status]')
      ],
      ['a code for a phone', at(`${LOGIN}?mode=phone`), sees('[data-qr-panel] svg[role=img]')],
      [
        'a second step',
        at(LOGIN),
        signIn(({ world }) => world.guarded, 'correct horse battery'),
        reads('auth.login.to.recovery')
      ],
      [
        'a code that is wrong',
        ({ page }) => page.locator('input[name=code]').fill('000000'),
        press('auth.login.submit.two-factor'),
        isRefused
      ],
      [
        'a recovery code instead',
        press('auth.login.to.recovery'),
        reads('auth.login.to.two-factor')
      ],
      [
        'somebody who was shut out',
        at(LOGIN),
        signIn(({ world }) => world.blocked, PASSWORD),
        reads('issue.blocked')
      ],
      [
        'another sign-in that failed',
        at(`${LOGIN}?error=access_denied`),
        reads('auth.login.notice.failed')
      ],
      ...['magic', 'reset', 'verify'].map((mode): State => [
        `a mail’s link: ${mode}`,
        at(`${LOGIN}?mode=${mode}&token=none`)
      ]),
      [
        'a mail’s link that is over',
        press('auth.login.submit.verify'),
        sees('[role=alert], a.button')
      ]
    ]
  },
  {
    name: 'signing in by a phone',
    who: 'person',
    states: [
      ['who asks', asked, reads('auth.phone.ask.text')],
      ['turned away', press('auth.phone.ask.refuse'), reads('auth.phone.denied.text')],
      ['over', at('/auth/phone?id=none'), reads('auth.phone.over.text')],
      ['let in', asked, press('auth.phone.ask.accept'), reads('auth.phone.done.text')]
    ]
  },
  {
    name: 'nothing there',
    who: 'guest',
    states: [
      ['a page', at('/nothing-of-the-kind')],
      ['a shared conversation', at('/share/nothing')],
      ['a network', at('/offline')]
    ]
  }
]

/** Requests a sign-in for another device, and opens the page that approves it. */
async function asked(place: Place): Promise<void> {
  await at('/offline')(place)
  const link = await place.page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/auth/qr', { method: 'POST', headers, body: '{}' })
    return ((await answer.json()) as { link: string }).link
  })
  await at(`/auth/phone${new URL(link).search}`)(place)
}
