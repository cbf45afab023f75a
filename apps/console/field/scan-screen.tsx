import { useEffect, useRef, useState } from 'preact/hooks';
import { replaceAddress } from '../lib/router.ts';
import { Field, Form } from '../parts/form.tsx';
import { Screen } from '../parts/page.tsx';
import { rejected } from '../lib/api.ts';
import { assetIn } from './label.ts';
import { fieldTexts } from './texts/texts.ts';

/** The decoder, which the browser loads only here. */
const MODULE = '/field/scan.js';
/** Milliseconds between two pictures of the camera that are searched for a code. */
const BETWEEN = 150;
/** Pixels of the longer side of a picture that is searched. */
const LONGEST = 960;

/** Reads the label of an asset with the camera, or takes what the person types. */
export function ScanScreen() {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    watch(video.current!, stop.signal, setProblem).catch(() => setProblem(fieldTexts.scan.noCamera));
    return () => stop.abort();
  }, []);
  const open = async (): Promise<void> => {
    const uuid = assetIn(text);
    if (uuid === undefined) throw rejected([{ field: 'label', description: fieldTexts.scan.notAnAddress }]);
    replaceAddress(`#/assets/${uuid}`);
  };
  return (
    <Screen title={fieldTexts.scan.title}>
      <video class="camera" ref={video} muted playsInline aria-label={fieldTexts.scan.camera} />
      <p role="status">{problem || fieldTexts.scan.hold}</p>
      <Form submit={fieldTexts.scan.open} onSubmit={open}>
        <Field label={fieldTexts.scan.address} name="label" value={text} onInput={setText} />
      </Form>
    </Screen>
  );
}

/** Searches the pictures of the camera until a label of an asset is found, and opens it. */
async function watch(video: HTMLVideoElement, signal: AbortSignal, tell: (problem: string) => void): Promise<void> {
  const [stream, { textIn }] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
    import(MODULE) as Promise<typeof import('./scan.ts')>,
  ]);
  const end = (): void => stream.getTracks().forEach((track) => track.stop());
  signal.addEventListener('abort', end);
  if (signal.aborted) return end();
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  while (!signal.aborted) {
    const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight, 1));
    [canvas.width, canvas.height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (canvas.width > 0 && canvas.height > 0) {
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const text = textIn(context.getImageData(0, 0, canvas.width, canvas.height));
      const uuid = text === undefined ? undefined : assetIn(text);
      if (uuid !== undefined) return replaceAddress(`#/assets/${uuid}`);
      if (text !== undefined) tell(fieldTexts.scan.notALabel);
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
}
