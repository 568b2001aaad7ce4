import { FILM, NOTES, picture } from '../composer.ts'
import { expect } from '../browser.ts'
import { at, leave, press, reads, sees, strike, unfold, type Scene, type Step } from './step.ts'

const CHAT = '/chatgpt/conversations'

/** The menu of the conversation that is open. */
const menu: Step = async ({ page }) => {
  await page.locator('#conversations [aria-current=page] + button').click()
  await expect(page.getByRole('menu')).toBeVisible()
}

const item = (name: string): Step => press(name, 'menuitem')

/** Asks, in the conversation that is open. */
function ask(question: string): Step {
  return async ({ page, t }) => {
    await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(question)
    await page.keyboard.press('Enter')
  }
}

/** Nothing is being answered any more. */
const ended: Step = ({ page, t }) =>
  expect(page.getByRole('button', { name: t('chat.composer.stop'), exact: true })).toHaveCount(0, { timeout: 30_000 })

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
      ['shared, with its code', leave, menu, item('chat.share.menu'), shared, unfold('chat.share.code'), sees('dialog img')],
      ['shared no more', sees('dialog[aria-busy=false]'), press('chat.share.end'), reads('chat.share.ended')],
      ['a question worded anew', leave, press('chat.edit.action'), sees('article textarea')],
      ['settings of a chat', strike('Escape'), press('chat.settings.open'), sees('dialog[open]')],
      ['shortcuts', leave, press('chat.keys.title'), sees('dialog[open]')],
      ['nothing found', leave, ({ page }) => page.getByRole('searchbox').fill('Zebras'), sees('#conversations [role=status]:not(:empty)')],
      [
        'a file that holds no conversations',
        strike('Escape'),
        press('chat.import.menu'),
        ({ page }) => page.locator('dialog[open] input[type=file]').setInputFiles(NOTES),
        sees('dialog[open] [role=alert]')
      ],
      ['a conversation is gone', leave, menu, item('chat.list.delete'), sees('[popover=manual]:popover-open')],
      ['it is there again', press('chat.undo.action'), sees('article')]
    ]
  },
  {
    name: 'questions and answers',
    who: 'person',
    states: [
      ['files to go with a question, one refused', at(CHAT), files],
      ['an answer is waited for', ask('About boats [sandbox:delay=60000]'), sees('article[aria-busy=true]')],
      ['an answer that was stopped', press('chat.composer.stop'), reads('chat.turn.stopped')],
      ['a picture as large as the window', ({ page }) => page.locator('a[data-picture]').first().click(), sees('dialog[open] img')],
      ['an answer that is being written', leave, ask('Tides'), sees('article[aria-busy=true] p')],
      ['an answer that broke off', ended, ask('Waves [sandbox:break]'), ended, reads('problem.chat_error'), unfold('chat.failure.details')],
      ['an answer that credits ended', ask('Harbour [sandbox:fail=used_up]'), ended, reads('chat.failure.plans')]
    ]
  },
  {
    name: 'a model that thinks aloud',
    who: 'person',
    states: [
      [
        'thoughts unfolded',
        at('/deepseek/conversations'),
        ({ page, t }) => page.getByLabel(t('chat.composer.model')).selectOption('deepseek-r1'),
        ask('Harbour [sandbox:tokens=40]'),
        sees('article details summary'),
        ended,
        ({ page }) => page.locator('article details summary').first().click()
      ]
    ]
  },
  {
    name: 'a guest is asked to sign in',
    who: 'guest',
    states: [['the login page in its dialog', at(`${CHAT}?surface=ios`), ask('Tides'), sees('#login[open] iframe'), framed]]
  },
  {
    name: 'chats on a phone',
    who: 'person',
    phone: true,
    states: [
      ['the drawer of conversations', at(`${CHAT}/{conversation}`), press('chat.list.open'), sees('#conversations:popover-open')],
      ['a menu in it', menu]
    ]
  },
  {
    name: 'a shared conversation',
    who: 'guest',
    states: [
      ['as a stranger reads it', at('/share/{share}'), unfold('chat.report.name')],
      ['reported', press('chat.report.send'), reads('chat.report.thanks')]
    ]
  }
]

/** The page in the frame has come. */
function framed({ page, t }: Parameters<Step>[0]): Promise<void> {
  return expect(page.frameLocator('#login iframe').getByLabel(t('auth.field.email'))).toBeVisible()
}
