/** Files that the page writes. */

import { element } from './dom.js'

/** Hands a file to the user. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  element('a', { href: url, download: name }).click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export const textFile = (text: string, type = 'text/plain'): Blob => new Blob([text], { type: `${type};charset=utf-8` })

/** Converts a picture to PNG, at twice its size on the screen. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(textFile(svg, 'image/svg+xml'))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = element('canvas', { width: String(image.width * 2), height: String(image.height * 2) })
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('the picture is too large')) : resolve(blob)),
        'image/png',
      ),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
