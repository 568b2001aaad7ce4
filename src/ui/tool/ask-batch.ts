import type { Translate } from '#i18n/translate.ts'
import { improveDialog } from '#ui/dialog.ts'

/**
 * The user's answer: `all` starts a run for each prompt, `rest` one for each that has not started,
 * `one` sends the text as it was written, `none` cancels.
 */
export type BatchAnswer = 'all' | 'rest' | 'one' | 'none'

type Asked = {
  /** The prompts that have not started; null if there are too many. */
  prompts: readonly string[] | null
  /** The price of all of them, as text; empty if it is not known beforehand. */
  price: string
  /** Says how many prompts of the batch have started before; empty for none. */
  started: string
  t: Translate
}

/**
 * Asks the user whether a prompt with alternatives is to start one run for each, and shows their
 * price.
 */
export function askBatch({ prompts, price, started, t }: Asked): Promise<BatchAnswer> {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog max-w-reading gap-3 p-4 open:grid'
  dialog.setAttribute('closedby', 'any')
  const title = element('h2', 'text-16', t('field.batch.title'))
  title.id = 'batch-title'
  dialog.setAttribute('aria-labelledby', title.id)
  const buttons = element('div', 'flex flex-wrap gap-2')
  dialog.append(
    title,
    ...(started === '' ? [] : [element('p', 'text-14', started)]),
    ...(prompts === null ? tooMany(t) : known(prompts, price, t)),
    buttons
  )
  const answers = answersTo(prompts, started)
  return new Promise(resolve => {
    const offer = (answer: BatchAnswer, key: string, look: string): void => {
      const button = element('button', look, t(`field.batch.${key}`))
      button.addEventListener('click', () => dialog.close(answer))
      buttons.append(button)
    }
    for (const [index, answer] of answers.entries())
      offer(answer, answer, index === 0 && prompts !== null ? 'button button-primary' : 'button')
    offer('none', 'cancel', 'button button-quiet')
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(answers.find(answer => answer === dialog.returnValue) ?? 'none')
    })
    document.body.append(dialog)
    improveDialog(dialog)
    dialog.showModal()
  })
}

/** Lists the answers that a dialog offers besides `none`, the best first. */
function answersTo(prompts: Asked['prompts'], started: string): readonly BatchAnswer[] {
  if (prompts === null) return ['one']
  return started === '' ? ['all', 'one'] : ['rest', 'all']
}

function tooMany(t: Translate): HTMLElement[] {
  return [element('p', 'text-14', t('field.batch.many'))]
}

function known(prompts: readonly string[], price: string, t: Translate): HTMLElement[] {
  const total = element(
    'p',
    'text-14 font-medium',
    [t('field.batch.count', { count: prompts.length }), price].filter(Boolean).join(' · ')
  )
  const list = element('ul', 'grid max-w-full gap-1 overflow-auto text-13 text-muted')
  list.style.maxHeight = '40dvh'
  list.tabIndex = 0
  list.setAttribute('aria-labelledby', 'batch-title')
  list.append(
    ...prompts.map(prompt => {
      const item = element('li', 'break-words', prompt)
      item.dir = 'auto'
      return item
    })
  )
  return [total, list]
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text = ''
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), { className, textContent: text })
}
