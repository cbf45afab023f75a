type Create = (type: unknown, props: object | null, ...children: unknown[]) => unknown;
type React = {
  createElement: Create;
  Fragment: unknown;
  useState: <T>(first: T) => [T, (next: T) => void];
};
type Props = { code: string; response: { get: (name: 'description') => unknown } };

/** Whether a status is that of an error, also in the forms `4XX` and `default`. */
const isError = (code: string): boolean => !/^[123]/.test(code);

/** Shows each error response as one line, which opens on demand: most of an operation is errors. */
export const errorsPlugin = () => ({
  wrapComponents: {
    response: (Response: unknown, { React: { createElement: h, Fragment, useState } }: { React: React }) =>
      function ResponseLine(props: Props): unknown {
        const [isOpen, setOpen] = useState(false);
        if (!isError(props.code)) return h(Response, props);
        const line = h(
          'tr',
          { className: 'response error-line' },
          h('td', { className: 'response-col_status' }, props.code),
          h(
            'td',
            { className: 'response-col_description' },
            h(
              'button',
              { type: 'button', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
              String(props.response.get('description') ?? props.code),
            ),
          ),
        );
        return isOpen ? h(Fragment, null, line, h(Response, props)) : line;
      },
  },
});
