import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** The style of the web app, executed. */
const files = (await Array.fromAsync(glob('{web,contract,words,server,demo}/**/*.{ts,tsx}'))).sort()
const texts = new Map(
  await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
)
const text = (file: string) => texts.get(file) ?? ''
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const web = files.filter((file) => file.startsWith('web/') && !isTest(file))

type Arrow = { from: string; to: string }
const arrows: Arrow[] = files
  .filter((file) => !isTest(file))
  .flatMap((from) =>
    [...text(from).matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, to = '']) => ({
      from,
      to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to,
    })),
  )
const wrong = (isWrong: (arrow: Arrow) => boolean) =>
  arrows.filter(isWrong).map(({ from, to }) => `${from} → ${to}`)
const isInside = (to: string, ...folders: string[]) => folders.some((folder) => to.startsWith(`${folder}/`))
const isOurs = (to: string) => isInside(to, 'web', 'contract', 'server', 'demo', 'test', 'bench')

test('the web app knows the contract, itself and the demo household (see tidy.test.ts), and nothing else of ours knows the web app', () => {
  assert.deepEqual(
    wrong(
      ({ from, to }) => from.startsWith('web/') && isOurs(to) && !isInside(to, 'web', 'contract', 'demo'),
    ),
    [],
  )
  assert.deepEqual(
    wrong(({ from, to }) => !from.startsWith('web/') && to.startsWith('web/')),
    [],
  )
})

test('controls know no feature, the client only the controls, and the tools of a page only both', () => {
  const strays = (folder: string, ...known: string[]) =>
    wrong(
      ({ from, to }) =>
        isInside(from, folder) && isOurs(to) && !isInside(to, folder, 'contract', 'words', ...known),
    )
  assert.deepEqual(strays('web/ui'), [])
  assert.deepEqual(strays('web/api', 'web/ui'), [])
  assert.deepEqual(strays('web/page', 'web/ui', 'web/api'), [])
})

test('only the routes know the frame, which knows the features', () => {
  assert.deepEqual(
    wrong(
      ({ from, to }) =>
        isInside(to, 'web/frame') && !isInside(from, 'web/frame') && from !== 'web/routes.tsx',
    ),
    [],
  )
})

test('a feature of the web app has the name of a feature of the service', async () => {
  const own = ['ui', 'api', 'page', 'home', 'frame', 'public']
  const folders = new Set(
    web.flatMap((file) => {
      const [, folder = '', rest] = file.split('/')
      return rest === undefined ? [] : [folder]
    }),
  )
  const served = new Set(files.filter((file) => file.startsWith('server/')).map((file) => file.split('/')[1]))
  assert.deepEqual(
    [...folders].filter((folder) => !own.includes(folder) && !served.has(folder)),
    [],
  )
})

test('a component fits on two screens', () => {
  const long = web.filter((file) => file.endsWith('.tsx') && text(file).split('\n').length > 201)
  assert.deepEqual(long, [])
})

test('colours have names, and no text becomes markup', () => {
  const isColour = /#[0-9a-f]{3,8}\b(?!')|\brgba?\(|\bhsla?\(/i
  const screens = web.filter((file) => file.endsWith('.tsx'))
  assert.deepEqual(
    screens.filter((file) =>
      isColour.test(text(file).replaceAll(/href="#\w+"|`#\$|\/\*\*[\s\S]*?\*\/|\/\/.*/g, '')),
    ),
    [],
  )
  assert.deepEqual(
    web.filter((file) =>
      /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/.test(text(file)),
    ),
    [],
  )
})

test('classes and styles name the sides by how one reads, so that Arabic is mirrored', async () => {
  const physical =
    /(?<![\w:-])(?:[\w-]+:)*-?(?:[mp][lr]-|(?:left|right)-|border-[lr]\b|rounded-(?:[lr]|[tb][lr])\b|scroll-[mp][lr]-|text-(?:left|right)\b)[\w.[-]*/g
  const classes = web.flatMap((file) =>
    [...text(file).matchAll(/["'`]([^"'`]+)["'`]/g)]
      .flatMap(([, inner = '']) => [...inner.matchAll(physical)].map(([found]) => found))
      .filter((found) => !/^(?:ltr|rtl):/.test(found) && !/^[a-z]{2}-[A-Z]/.test(found))
      .map((found) => `${file}: ${found}`),
  )
  assert.deepEqual(classes, [])
  const styles = (await readFile('web/styles.css', 'utf8')).replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const sides = styles.matchAll(/(?<![\w-])(?:(?:margin|padding|border)-)?(?:left|right)(?:-\w+)?:/g)
  assert.deepEqual(
    [...sides].map(([side]) => side),
    [],
  )
})

test('only the client asks the network', () => {
  // The sentences of the page are files of the build, not of the API: they load before there is a client, and a person may not be signed in.
  const isAllowed = (file: string) => /^web\/(api|service-worker|ui\/words\.ts)/.test(file)
  assert.deepEqual(
    web.filter(
      (file) => !isAllowed(file) && /\bfetch\(|XMLHttpRequest|sendBeacon|WebSocket/.test(text(file)),
    ),
    [],
  )
})

test('a grid whose columns are said for wide screens says them for narrow ones too: one that it makes itself is as wide as its longest line', () => {
  const strays = web.flatMap((file) =>
    [...text(file).matchAll(/["'`]([^"'`\n]*\bgrid-cols-[^"'`\n]*)["'`]/g)].flatMap(([, said = '']) => {
      const classes = said.split(/\s+/)
      const isWide = classes.some((one) => /^(?:sm|md|lg|xl|@\w+):grid-cols-/.test(one))
      const isNarrow = classes.some((one) => one.startsWith('grid-cols-'))
      return classes.includes('grid') && isWide && !isNarrow ? [`${file}: ${said}`] : []
    }),
  )
  assert.deepEqual(strays, [])
})
