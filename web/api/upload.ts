import type { Input } from '../../contract/client.ts'
import type { ReplyOf, Route } from '../../contract/route.ts'
import { clientOf } from './ask.ts'
import { reachSignedIn } from './session.ts'

/** Sends like fetch, and reports the progress, which fetch cannot. */
const sending =
  (onProgress: (share: number) => void) =>
  (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'POST', url)
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
      request.onload = () =>
        resolve(
          new Response(request.status === 204 ? null : request.responseText, {
            status: request.status,
            headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
          }),
        )
      request.onerror = () => reject(new TypeError('The network failed.'))
      request.send(init.body as Blob) // the client passes on the body that it was given: a file
    })

/** Sends a file, and says how much of it has been sent, from 0 to 1. If the session has ended, it waits for the sign-in and is sent again. */
export const upload = <R extends Route & { raw: true }>(
  route: R,
  input: Input<R>,
  onProgress: (share: number) => void,
): Promise<ReplyOf<R>> => {
  const { call } = clientOf((url, init) => reachSignedIn(url, init, sending(onProgress)))
  return call(route, ...([input] as never)) // an input with a body is never left out
}
