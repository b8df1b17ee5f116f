// Every call of Mapwright.cs. The argument is a file with a name, a seed and a digest in each line.
using System;
using System.IO;
using System.Linq;
using System.Threading;
using Mapwright;

static class Check
{
    const string Large = "{\"version\": 1, \"width\": 3000, \"height\": 3000, \"initial\": {\"use\": \"prim-maze\"}}";

    static void That(bool holds, string what)
    {
        if (!holds)
            throw new Exception("not so: " + what);
    }

    static T Throws<T>(Action call) where T : Exception
    {
        try
        {
            call();
        }
        catch (T thrown)
        {
            return thrown;
        }
        throw new Exception("nothing was thrown");
    }

    static void Main(string[] arguments)
    {
        string[] lines = File.ReadAllLines(arguments[0]);
        foreach (string[] words in lines.Select(line => line.Split(' ')))
            using (Map map = Map.Build(words[0], ulong.Parse(words[1])))
                That(map.Digest.ToString("x16") == words[2], words[0] + " has the program's digest");
        That(lines.Length > 5, "there are recipes");

        Map castle = Map.Build("castle-keys", 7);
        byte[] tiles = castle.Tiles;
        That(tiles.Length == castle.Width * castle.Height && tiles.Contains((byte)128), "tiles");
        Cell start = castle.Start.Value, exit = castle.Exit.Value;
        Cell[] path = castle.Path(start, exit);
        That(path.First().Equals(start) && path.Last().Equals(exit), "a path has both ends");
        That(castle.Path(start, new Cell(65535, 65535)) == null, "no path leads outside");
        That(castle.Sight(start, 8)[start.Y * castle.Width + start.X], "the start sees itself");
        That(castle.Json().Contains("\"doors\""), "JSON");
        byte[] pixels = castle.Rgba(8, "dark", out int width, out int height);
        That(width == 8 * castle.Width && pixels.Length == 4 * width * height && pixels[3] == 255, "a picture");
        That(Throws<MapwrightException>(() => castle.Rgba(8, "pink", out width, out height)).Field == "theme", "the field");
        castle.Dispose();
        castle.Dispose();
        Throws<ObjectDisposedException>(() => castle.Path(start, exit));

        // Copies beside a thread that disposes of the map are whole, or refused.
        int copies = 0;
        for (int nth = 0; nth < 200; nth++)
        {
            Map shared = Map.Build("castle-keys", 7);
            var end = new Thread(shared.Dispose);
            if (nth % 2 == 0)
                end.Start();
            try
            {
                for (int copy = 0; copy < 20; copy++, copies++)
                {
                    if (nth % 2 == 1 && copy == nth % 20)
                        end.Start();
                    That(shared.Tiles.SequenceEqual(tiles), "a copy beside Dispose is whole");
                }
            }
            catch (ObjectDisposedException) { }
            end.Join();
        }
        That(copies > 0, "some copies were made");

        using (Map pipes = Map.Build("pipe-puzzle", 7))
        {
            That(((bool[])pipes.Plane("wet")).Length == tiles.Length || pipes.Width > 0, "wet");
            That(((uint[])pipes.Plane("rings")).Length == pipes.Width * pipes.Height, "rings");
            That(pipes.Plane("areas") == null, "no areas");
        }

        using (var world = new World("endless-caves", 7))
        using (Map here = world.Chunk(-3, 5))
        using (Map again = world.Chunk(-3, 5))
            That(here.Digest == again.Digest, "a chunk is always the same");

        string keys = "{\"version\": 1, \"width\": 60, \"height\": 36, \"initial\": {\"use\": \"bsp-dungeon\"}, \"metas\": [{\"use\": \"lock-and-key\", \"keys\": 999}]}";
        var error = Throws<MapwrightException>(() => Map.Build(keys, 7));
        That(error.Stage == 1 && error.Field == "keys" && !error.Retryable && error.Message.Contains("999"), error.Message);
        That(Throws<MapwrightException>(() => Map.Build("höhle", 7)).Message.Contains("höhle"), "UTF-8, there and back");
        That(Throws<MapwrightException>(() => new World("castle-keys", 7)).Stage != null, "a world of a castle");
        Throws<ArgumentNullException>(() => Map.Build(null, 7));
        Throws<ArgumentException>(() => Map.Build("cave\0", 7));

        using (var source = new CancellationTokenSource(20))
            Throws<OperationCanceledException>(() => Map.Build(Large, 7, source.Token));
        using (var source = new CancellationTokenSource())
        using (Map map = Map.Build("cave", 7, source.Token))
            That(map.Width > 0, "not cancelled");

        // Maps that nobody disposes of are freed by the collector.
        for (int i = 0; i < 2000; i++)
            Map.Build("cave", (ulong)i);
        Console.WriteLine(lines.Length + " digests, version " + Library.Version);
    }
}
