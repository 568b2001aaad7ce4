/**
 * Writes a form that is sent within this process as bytes. Node makes the body of a form as a stream
 * that it fills even after its reader has refused it. Nothing could catch that failure, so it would
 * end the process.
 */
export async function withWholeForm(init: RequestInit = {}): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init
  const written = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', written.headers.get('content-type') ?? '')
  return { ...init, headers, body: await written.arrayBuffer() }
}
