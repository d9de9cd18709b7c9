// The engine behind HTTP: `wythoff lab`.

const ROOT = 'api/v1/';

export class Server {
  constructor(Trouble) {
    this.Trouble = Trouble;
  }

  async send(operation, fields, signal, again = 3) {
    let response;
    try {
      response = await fetch(ROOT + operation, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
        signal,
      });
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      throw new this.Trouble(
        { error: 'The program does not answer. Is `wythoff lab` still running? Start it again and reload this page.' },
        0,
      );
    }
    if (response.status === 429 && again > 0) {
      await new Promise((go) => {
        setTimeout(go, 150 * (4 - again));
      });
      return this.send(operation, fields, signal, again - 1);
    }
    if (!response.ok) {
      throw new this.Trouble(
        await response.json().catch(() => ({ error: `The program answered ${response.status}.` })),
        response.status,
      );
    }
    return response;
  }

  async call(operation, fields, signal) {
    return (await this.send(operation, fields, signal)).json();
  }

  async file(operation, fields, signal) {
    return (await this.send(operation, fields, signal)).blob();
  }

  job(operation, fields, progress) {
    let source = null;
    let id = null;
    let cancelled = false;
    const finished = (async () => {
      ({ id } = await this.call('jobs', { operation, ...fields }));
      if (cancelled) this.drop(id);
      return new Promise((resolve, reject) => {
        source = new EventSource(`${ROOT}jobs/${id}/events`);
        const end = (then) => (event) => {
          source.close();
          then(event.data ? JSON.parse(event.data) : {});
        };
        source.addEventListener('progress', (event) => progress(JSON.parse(event.data)));
        source.addEventListener('done', end(resolve));
        source.addEventListener(
          'failed',
          end((reply) => reject(new this.Trouble(reply, 422))),
        );
        source.addEventListener(
          'cancelled',
          end(() => reject(new DOMException('cancelled', 'AbortError'))),
        );
        source.onerror = () => {
          source.close();
          reject(new this.Trouble({ error: 'The connection to the program was lost. Is `wythoff lab` still running?' }, 0));
        };
      });
    })();
    const cancel = () => {
      cancelled = true;
      if (id) this.drop(id);
    };
    return { finished, cancel };
  }

  drop(id) {
    fetch(`${ROOT}jobs/${id}`, { method: 'DELETE' }).catch(() => {});
  }
}
