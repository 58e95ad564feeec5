import { thumbnailOf } from '../../../web/worker/thumbnail.js'
import { testIn } from '../../support.js'

/** Returns the classes of the boxes, and the number of lines between them. */
function drawn(text: string) {
  const svg = thumbnailOf(testIn(text))
  const boxes = [...svg.matchAll(/<rect class="([^"]*)" x="([^"]*)" y="([^"]*)"/g)]
  return {
    boxes: boxes.map(([, classes]) => classes),
    columns: new Set(boxes.map(([, , x]) => x)).size,
    lines: svg.match(/<path/g)?.length ?? 0,
  }
}

test('message passing: two threads, two locations, and the pairs of which one writes', () => {
  expect(
    drawn(`.global x; .global f;
      d0.b0.t0 { st.weak [x], 1; fence.sc.gpu; st.relaxed.gpu [f], 1; }
      d0.b1.t0 { ld.acquire.gpu r, [f]; add r, r, 1; ld.weak s, [x]; }
      check (r == 1) as q;`),
  ).toEqual({ boxes: ['write m0', 'fence other', 'write m1', 'read m1', 'read m0'], columns: 2, lines: 2 })
})

test('reads do not conflict, an atomic does, and what does not fit is left out', () => {
  const threads = Array.from({ length: 9 }, (_, i) => `d0.b${i}.t0 { ld.weak r, [x]; bar.sync 0; }`).join('\n')
  expect(drawn(`.global x; ${threads}\ncheck (d0.b0.t0:r == 0) as q;`)).toMatchObject({ columns: 4, lines: 0 })
  const atomics = 'atom.relaxed.gpu.add r, [x], 1;'.repeat(9)
  expect(drawn(`.global x; d0.b0.t0 { ${atomics} } d0.b1.t0 { ld.weak s, [x]; } check (s == 1) as q;`)).toMatchObject({
    boxes: [...Array(5).fill('both m0'), 'read m0'],
    lines: 5,
  })
})
