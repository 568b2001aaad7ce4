import { pageHub } from '#client/page-hub.ts'
import { readProblem, ServerProblem } from '#client/problem.ts'
import { loadBalance } from '#stores/balance-changes.ts'
import { withCredential } from '#stores/credential.ts'
import { settleOwner } from '#stores/owner.ts'
import type { ServiceRef } from '#stores/selection.ts'

/**
 * A request that a reader tries from the documentation. With an empty key it uses the user's own
 * credential for this page.
 */
export type DocsRequest = {
  url: string
  body: string
  key: string
  service: ServiceRef
  signal: AbortSignal
}

/**
 * The response. Status 0 means that there was none; `text` then holds an explanation if there is
 * one.
 */
export type DocsResponse = { status: number; text: string; seconds: number }

/** Sends a request and reads the response, whatever it is. It never throws. */
export async function sendDocsRequest(tried: DocsRequest): Promise<DocsResponse> {
  const started = performance.now()
  const seconds = (): number => (performance.now() - started) / 1000
  try {
    const { status, text } = await ask(tried)
    // A pasted key may be the user's own, so the balance is read after any call.
    if (pageHub().user !== null) void loadBalance(tried.service)
    return { status, text: indented(text), seconds: seconds() }
  } catch (thrown) {
    return {
      status: 0,
      text: thrown instanceof ServerProblem ? thrown.sentence : '',
      seconds: seconds()
    }
  }
}

async function ask({
  url,
  body,
  key,
  service,
  signal
}: DocsRequest): Promise<{ status: number; text: string }> {
  const call = async (token: string): Promise<{ status: number; text: string }> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json'
    }
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'accept-language': pageHub().locale },
      body,
      signal
    })
    // A refused credential of the user's own is replaced once.
    if (key === '' && answer.status === 401) throw await readProblem(answer)
    return { status: answer.status, text: await answer.text() }
  }
  if (key !== '') return call(key)
  settleOwner(pageHub())
  return withCredential(call, service)
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
