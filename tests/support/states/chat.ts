import { FILM, NOTES, picture } from '../composer.ts'
import { expect } from '../browser.ts'
import {
  at,
  forget,
  leave,
  press,
  reads,
  sees,
  strike,
  unfold,
  type Place,
  type Scene,
  type Step
} from './step.ts'

const CHAT = '/chatgpt/conversations'

/** Opens the menu of the open conversation. */
const menu: Step = async ({ page }) => {
  await page.locator('#conversations [aria-current=page] + button').click()
  await expect(page.getByRole('menu')).toBeVisible()
}

const item = (name: string): Step => press(name, 'menuitem')

/** Asks a question in the open conversation. */
function ask(question: string): Step {
  return async ({ page, t }) => {
    await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(question)
    await page.keyboard.press('Enter')
  }
}

/** Waits until no answer is streaming. */
const ended: Step = ({ page, t }) =>
  expect(page.getByRole('button', { name: t('chat.composer.stop'), exact: true })).toHaveCount(0, {
    timeout: 30_000
  })

/** Waits until the question is answered. */
const answered: Step = ({ page, t }) =>
  expect(page.getByRole('button', { name: t('chat.turn.regenerate') })).toBeVisible({
    timeout: 30_000
  })

const shared: Step = async ({ page, t }) => {
  const dialog = page.getByRole('dialog')
  const link = dialog.getByRole('textbox', { name: t('chat.share.link') })
  const make = dialog.getByRole('button', { name: t('chat.share.make') })
  await expect(link.or(make)).toBeVisible()
  if (await make.isVisible()) await make.click()
  await expect(link).toBeVisible()
}

const files: Step = async ({ page, t }) => {
  await page.getByLabel(t('chat.attach.add')).setInputFiles([picture('boat.png'), NOTES, FILM])
  const list = page.getByRole('list', { name: t('chat.attach.list') })
  await expect(list.getByRole('alert')).toBeVisible()
  await expect(list.getByRole('progressbar')).toHaveCount(0)
}

export const CHAT_SCENES: readonly Scene[] = [
  {
    name: 'a conversation and its dialogs',
    who: 'person',
    states: [
      ['menu of a conversation', at(`${CHAT}/{conversation}`), menu],
      ['another name asked for', item('chat.list.rename'), sees('dialog[open]')],
      [
        'shared, with its code',
        leave,
        menu,
        item('chat.share.menu'),
        shared,
        unfold('chat.share.code'),
        sees('dialog img')
      ],
      [
        'shared no more',
        sees('dialog[aria-busy=false]'),
        press('chat.share.end'),
        reads('chat.share.ended')
      ],
      ['a question worded anew', leave, press('chat.edit.action'), sees('article textarea')],
      ['settings of a chat', strike('Escape'), press('chat.settings.open'), sees('dialog[open]')],
      ['shortcuts', leave, press('chat.keys.title'), sees('dialog[open]')],
      [
        'nothing found',
        leave,
        ({ page }) => page.getByRole('searchbox').fill('Zebras'),
        sees('#conversations [role=status]:not(:empty)')
      ],
      [
        'a file that holds no conversations',
        strike('Escape'),
        press('chat.import.menu'),
        ({ page }) => page.locator('dialog[open] input[type=file]').setInputFiles(NOTES),
        sees('dialog[open] [role=alert]')
      ],
      [
        'a conversation is gone',
        leave,
        menu,
        item('chat.list.delete'),
        sees('[popover=manual]:popover-open')
      ],
      ['it is there again', press('chat.undo.action'), sees('article')]
    ]
  },
  {
    name: 'questions and answers',
    who: 'person',
    states: [
      ['files to go with a question, one refused', at(CHAT), files],
      [
        'an answer is waited for',
        ask('About boats [sandbox:delay=60000]'),
        sees('article[aria-busy=true]')
      ],
      ['an answer that was stopped', press('chat.composer.stop'), reads('chat.turn.stopped')],
      [
        'a picture as large as the window',
        ({ page }) => page.locator('a[data-picture]').first().click(),
        sees('dialog[open] img')
      ],
      ['an answer that is being written', leave, ask('Tides'), sees('article[aria-busy=true] p')],
      [
        'an answer that broke off',
        ended,
        ask('Waves [sandbox:break]'),
        ended,
        reads('problem.chat_error'),
        unfold('chat.failure.details')
      ],
      [
        'an answer that credits ended',
        ask('Harbour [sandbox:fail=used_up]'),
        ended,
        reads('chat.failure.plans')
      ]
    ]
  },
  {
    name: 'a model that thinks aloud',
    who: 'person',
    states: [
      [
        'thoughts unfolded',
        at('/deepseek/conversations'),
        async ({ page, t }) => {
          await page.getByRole('button', { name: t('chat.composer.model') }).click()
          await page.getByRole('option', { name: 'DeepSeek V4 Pro' }).click()
        },
        ask('Harbour [sandbox:tokens=40]'),
        sees('article details summary'),
        ended,
        ({ page }) => page.locator('article details summary').first().click()
      ]
    ]
  },
  {
    name: 'a guest who may ask once',
    who: 'guest',
    states: [
      ['nothing asked yet', at(`${CHAT}?surface=ios`), forget, at(CHAT), reads('chat.home.guest')],
      ['the one answer', ask('Tides'), answered, reads('chat.guest.after')],
      [
        'nothing more to ask elsewhere',
        at('/deepseek/conversations'),
        reads('chat.composer.guest')
      ],
      [
        'the login page in its dialog',
        at(CHAT),
        answered,
        ask('Harbour'),
        sees('#login[open] iframe'),
        framed
      ],
      ['a code for a phone over it', onPhone, sees('#login-qr[open] img[src]')],
      [
        'a sign-in that could not be taken over',
        strike('Escape'),
        handOver,
        sees('#login[open] [role=alert]')
      ]
    ]
  },
  {
    name: 'a conversation that was taken down',
    who: 'person',
    states: [
      ['as its owner reads it', at(`${CHAT}/{talk}`), reads('chat.report.owner')],
      ['shared no more', menu, item('chat.share.menu'), sees('dialog[open] [role=status]')]
    ]
  },
  {
    name: 'a file of conversations',
    who: 'person',
    states: [
      [
        'chosen among',
        at(CHAT),
        press('chat.import.menu'),
        hold,
        sees('dialog[open] [type=checkbox]')
      ],
      [
        'one of them refused',
        ({ page }) =>
          page.route(
            '**/aichat/conversations',
            route => route.fulfill({ status: 400, json: { code: 'bad_request' } }),
            { times: 1 }
          ),
        ({ page }) => page.locator('dialog[open] [type=submit]').click(),
        reads('chat.import.kept', { count: 1 })
      ]
    ]
  },
  {
    name: 'chats on a phone',
    who: 'person',
    phone: true,
    states: [
      [
        'the drawer of conversations',
        at(`${CHAT}/{conversation}`),
        press('chat.list.open'),
        sees('#conversations:popover-open')
      ],
      ['a menu in it', menu]
    ]
  },
  {
    name: 'a shared conversation',
    who: 'guest',
    states: [
      ['as a stranger reads it', at('/share/{share}'), unfold('chat.report.name')],
      ['without a reason', press('chat.report.send'), sees('#report [aria-invalid]')],
      [
        'reported',
        ({ page }) =>
          page
            .getByRole('combobox')
            .selectOption('privacy')
            .then(() => undefined),
        press('chat.report.send'),
        reads('chat.report.thanks')
      ],
      ['taken down', at('/share/{gone}'), reads('chat.report.gone')]
    ]
  }
]

/** Waits until the framed login page is visible. */
function framed({ page, t }: Place): Promise<void> {
  return expect(page.frameLocator('#login iframe').getByLabel(t('auth.field.email'))).toBeVisible()
}

/**
 * Requests a code in the framed login page, which passes the code on to the page around it. In a
 * new browser, the frame shows the sign-up form first.
 */
async function onPhone({ page, t }: Place): Promise<void> {
  const frame = page.frameLocator('#login iframe')
  for (const key of ['auth.signIn.tab', 'auth.login.to.phone'])
    await frame.getByRole('link', { name: t(key), exact: true }).click()
}

/** Makes the framed page send an invalid sign-in to the page around it. */
async function handOver({ page }: Place): Promise<void> {
  const login = {
    name: 'login',
    data: { access_token: 'a', refresh_token: 'pmr_none', expires_in: 60 }
  }
  await expect(page.locator('#login-qr')).toBeHidden()
  const frame = page.frames().find(each => new URL(each.url()).pathname.endsWith('/auth/login'))
  await frame?.evaluate(message => parent.postMessage(message, location.origin), login)
}

/** Selects a file with two conversations. */
function hold({ page }: Place): Promise<void> {
  const messages = [{ role: 'user', content: 'Tides' }]
  const text = JSON.stringify(
    ['Harbour', 'Boats'].map(title => ({ polymuse: 1, title, model: 'gpt-5-all', messages }))
  )
  const file = { name: 'boats.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  return page.locator('dialog[open] input[type=file]').setInputFiles(file)
}
